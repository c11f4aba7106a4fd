#!/usr/bin/env node
import { main } from '../dist/main.js';

// A reader that stops early (a pipe into head) is no fault of ours.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await main(process.argv.slice(2));
