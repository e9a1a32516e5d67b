import { join } from 'node:path';
import { run } from './command.mjs';
import { findProgram } from './paths.mjs';

const CHECK = { timeoutMs: 20_000 };

/** Finds Java 17 or newer: `{ file }` or `{ problem }`. */
export async function findJava(env = process.env) {
  const file = env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : findProgram('java');
  const install =
    'Java 17 or newer (Debian and Ubuntu: apt install openjdk-17-jre-headless; macOS: brew install openjdk)';
  if (!file) return { problem: install };
  const { code, output } = await run(file, ['-version'], CHECK);
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (code !== 0 || version < 17) return { problem: `${install}; found ${version || 'none that runs'}` };
  return { file };
}

/** Finds Maven: `{ file }` or `{ problem }`. It is needed only until Kafka's jars are in the download cache. */
export async function findMaven() {
  const file = findProgram('mvn');
  return file ? { file } : { problem: 'Maven (Debian and Ubuntu: apt install maven; macOS: brew install maven)' };
}

/**
 * Finds Python 3.9 or newer with pip: `{ file }` or `{ problem }`. Needed only until the wheel is in the download
 * cache.
 */
export async function findPython() {
  const install = 'Python 3.9 or newer with pip (Debian and Ubuntu: apt install python3 python3-pip)';
  for (const name of ['python3', 'python']) {
    const file = findProgram(name);
    if (!file) continue;
    const { code } = await run(file, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], CHECK);
    if (code !== 0) continue;
    const pip = await run(file, ['-m', 'pip', '--version'], CHECK);
    return pip.code === 0 ? { file } : { problem: 'pip for Python 3 (Debian and Ubuntu: apt install python3-pip)' };
  }
  return { problem: install };
}
