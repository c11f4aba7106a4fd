import 'pliant/rigid';
