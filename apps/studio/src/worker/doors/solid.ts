import 'pliant/solid';
