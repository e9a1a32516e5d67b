import { join } from 'node:path';
import { run } from './command.mjs';
import { findProgram } from './paths.mjs';

const CHECK = { timeoutMs: 20_000 };

/**
 * Finds Java 17 or newer: `{ file }`, or `{ name, found, install }` with what is missing, the version that was found
 * instead, and how to install it.
 */
export async function findJava(env = process.env) {
  const missing = {
    name: 'Java 17 or newer',
    install: 'Debian and Ubuntu: apt install openjdk-17-jre-headless; macOS: brew install openjdk',
  };
  const file = env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : findProgram('java');
  if (!file) return missing;
  const { code, output } = await run(file, ['-version'], CHECK);
  const version = Number(/version "(?:1\.)?(\d+)/.exec(output)?.[1] ?? 0);
  if (code === 0 && version >= 17) return { file };
  return { ...missing, found: version > 0 ? `Java ${version}` : `${file}, which does not run` };
}

/** Finds Maven, like `findJava`. It is needed only until Kafka's jars are in the download cache. */
export async function findMaven() {
  const file = findProgram('mvn');
  return file
    ? { file }
    : { name: 'Maven', install: 'Debian and Ubuntu: apt install maven; macOS: brew install maven' };
}

/** Finds Python 3.9 or newer with pip, like `findJava`. Needed only until the wheel is in the download cache. */
export async function findPython() {
  const missing = {
    name: 'Python 3.9 or newer with pip',
    install: 'Debian and Ubuntu: apt install python3 python3-pip; macOS: brew install python',
  };
  const files = ['python3', 'python'].flatMap((name) => findProgram(name) ?? []);
  let found;
  for (const file of files) {
    const { output } = await run(file, ['--version'], CHECK);
    const [, text, major, minor] = /Python ((\d+)\.(\d+)\S*)/.exec(output) ?? [];
    if (!(Number(major) === 3 && Number(minor) >= 9)) {
      found ??= text ? `Python ${text}` : `${file}, which does not run`;
      continue;
    }
    const pip = await run(file, ['-m', 'pip', '--version'], CHECK);
    if (pip.code === 0) return { file };
    found = `Python ${text} without pip`;
  }
  return { ...missing, ...(found && { found }) };
}
