import 'pliant/tets';
