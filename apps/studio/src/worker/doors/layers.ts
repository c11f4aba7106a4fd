import 'pliant/layers';
