// Builds a bundle as Gram's build does: everything in one module for Node, and the manifest that
// the module itself gives, beside it.
//
// The arguments are the folder of the peers, the framework, the program, and where the bundle is to be.

import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [peers, framework, program, folder] = process.argv.slice(2);
const esbuild = createRequire(peers + '/package.json')('esbuild');
const outfile = join(folder, 'functions.js');

await esbuild.build({
    entryPoints: [program],
    outfile,
    alias: { '@gram-ai/functions': framework },
    nodePaths: [peers + '/node_modules'],
    banner: { js: "import { createRequire as before } from 'node:module'\nconst require = before(import.meta.url)" },
    bundle: true,
    treeShaking: true,
    minify: true,
    platform: 'node',
    target: ['node22'],
    format: 'esm',
    logLevel: 'error',
});

const { default: gram } = await import(pathToFileURL(outfile));
const manifest = await gram.manifest();
writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
console.log(JSON.stringify(manifest));
