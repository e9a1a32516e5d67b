import { build } from 'esbuild';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './copied-tree';
import { scratchFolder } from './scratch-folder';

const scratch = scratchFolder();

/** Folders of features that no module of their service imports. Paths are relative to `root`. */
const findForgottenFeatures = async (root: string): Promise<string[]> => {
  const features = globSync('services/*/src/*/index.ts', { cwd: root });
  const mains = [...new Set(features.map((file) => join(dirname(dirname(file)), 'main.ts')))];
  const { metafile } = await build({
    entryPoints: mains.filter((file) => existsSync(join(root, file))),
    absWorkingDir: root,
    outdir: 'unwritten',
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    logLevel: 'silent',
  });
  return features.filter((file) => !(file in metafile.inputs)).map((file) => dirname(file));
};

it('Given the features of the services, Then each is imported by its service', async () => {
  // A resource whose feature is forgotten would be served without its rules.
  expect(await findForgottenFeatures(ROOT)).toEqual([]);
});

it('Given a feature that app.ts does not import, Then it is found', async () => {
  const files = {
    'main.ts': "import './app';",
    'app.ts': "import { addOffers } from './offers'; addOffers();",
    'offers/index.ts': 'export const addOffers = () => {};',
    'showings/index.ts': 'export const addShowings = () => {};',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(scratch, 'services', 'sales', 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(await findForgottenFeatures(scratch)).toEqual(['services/sales/src/showings']);
});
