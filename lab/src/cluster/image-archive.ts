import { createHash } from 'node:crypto';
import { createReadStream, renameSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@porchlight/tools/src/launcher/run-program';

const TAR_MS = 300_000;
/** Equal files give equal layers. */
const REPRODUCIBLE = ['--sort=name', '--mtime=@0', '--numeric-owner'];

/** A layer of images: a tar file and its digest. */
export interface Layer {
  readonly file: string;
  readonly digest: string;
}

/** An image: layers, and the configuration of its containers (OCI image specification, "config"). */
export interface Image {
  readonly names: readonly string[];
  readonly layers: readonly Layer[];
  readonly config: Readonly<Record<string, unknown>>;
}

/** Writes a folder as a layer. */
export async function writeLayer(folder: string, file: string): Promise<Layer> {
  await runProgram('tar', [...REPRODUCIBLE, '-C', folder, '-cf', `${file}.part`, '.'], { timeoutMs: TAR_MS });
  renameSync(`${file}.part`, file);
  return { file, digest: await hashFile(file) };
}

/** Writes images as one archive in the layout of `docker save`; common layers are in it once. */
export async function writeArchive(images: readonly Image[], file: string): Promise<void> {
  const folder = await mkdtemp(`${file}.`);
  try {
    const manifest = [];
    for (const { names, layers, config } of images) {
      const text = JSON.stringify({
        architecture: 'amd64',
        os: 'linux',
        config,
        rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
      });
      const configFile = `${createHash('sha256').update(text).digest('hex')}.json`;
      await writeFile(join(folder, configFile), text);
      for (const layer of layers) await copyFile(layer.file, join(folder, `${layer.digest}.tar`));
      manifest.push({ Config: configFile, RepoTags: names, Layers: layers.map(({ digest }) => `${digest}.tar`) });
    }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await runProgram('tar', [...REPRODUCIBLE, '-C', folder, '-cf', `${file}.part`, '.'], { timeoutMs: TAR_MS });
    renameSync(`${file}.part`, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
