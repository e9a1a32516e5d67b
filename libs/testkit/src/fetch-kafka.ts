import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isAccessible } from './test-server';

const run = promisify(execFile);

const VERSION = '4.3.1';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>porchlight</groupId>
  <artifactId>test-kafka</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * Returns the folder of Kafka's jars: from the user's cache, else downloaded once with Maven (46 jars, 44 MB). Its
 * parent folder is for files that depend on exactly these jars.
 */
export const fetchKafka = async (cache = join(homedir(), '.cache', 'porchlight')): Promise<string> => {
  const libraries = join(cache, `test-kafka-${VERSION}`, 'libs');
  if (await isAccessible(libraries)) return libraries;

  await mkdir(dirname(libraries), { recursive: true });
  const work = await mkdtemp(join(dirname(libraries), 'fetching-'));
  try {
    const pom = join(work, 'pom.xml');
    const target = join(work, 'libs');
    await writeFile(pom, POM);
    const options = ['-DincludeScope=runtime', `-DoutputDirectory=${target}`];
    await run('mvn', ['-q', '-B', '-f', pom, COPY, ...options], { timeout: 300_000 });
    // A rename is atomic. If another process was faster, its copy is used.
    await rename(target, libraries).catch(async (error: unknown) => {
      if (!(await isAccessible(libraries))) throw error;
    });
    return libraries;
  } catch (cause) {
    throw new Error('Kafka for tests could not be fetched. Set TEST_KAFKA_BROKERS, or install Java 17+ and Maven.', {
      cause,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Returns the class path of a folder of jars, sorted: a class data archive fits exactly one class path. */
export const classPath = async (libraries: string): Promise<string> =>
  (await readdir(libraries))
    .filter((name) => name.endsWith('.jar'))
    .sort()
    .map((name) => join(libraries, name))
    .join(delimiter);
