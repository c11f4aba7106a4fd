#!/usr/bin/env node
import { main, outputFailed } from '../dist/main.js';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => process.exit(outputFailed(error)));
process.exitCode = await main(process.argv.slice(2));
