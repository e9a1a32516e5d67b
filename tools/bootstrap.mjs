#!/usr/bin/env node
// Entry point of all npm scripts: `node tools/bootstrap.mjs <command> [arguments]`. Plain JavaScript without
// dependencies: it installs what is missing, then runs the TypeScript tool on Node 24.

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    `Porchlight needs Node 20 or newer; this is ${process.version}. Install a current Node, then try again.`,
  );
  process.exit(1);
}

const { bootstrap } = await import('./bootstrap/bootstrap.mjs');
process.exitCode = await bootstrap(process.argv.slice(2));
