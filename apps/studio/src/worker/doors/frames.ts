import 'pliant/frames';
