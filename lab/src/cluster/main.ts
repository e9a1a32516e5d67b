import { join } from 'node:path';
import { VERSION } from '@porchlight/contracts';
import { Command } from 'commander';
import { readBackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import { writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import { projectRoot, resolveFromCaller } from '@porchlight/tools/src/launcher/project-root';
import { buildPrograms } from './binaries';
import { layOutCluster } from './cluster-layout';
import { bringDown } from './down';
import { install } from './install';
import { explainAbsence, listMissingRequirements } from './requirements';
import { runLoad } from './load-client';
import { signInWrongly } from './cluster-sign-in';
import { openAnyRelease, openOwnRelease, type AnyRelease } from './open-context';
import { testRelease } from './test';
import { bringUp } from './up';

const say = (line: string): void => console.log(line);

type TestFlags = Omit<AnyRelease, 'kubeconfig'> & { only: string; json?: string; kubeconfig?: string };

/** The command line `npm run cluster -w lab -- <command>`. */
async function main(): Promise<void> {
  const root = projectRoot();
  const downloads = process.env['PORCHLIGHT_DOWNLOADS'] ?? join(root, '.cache', 'downloads');
  const program = new Command('npm run cluster -w lab --')
    .description(
      'A Kubernetes of one machine and two nodes, with the chart installed, for tests. Needs root and containerd.',
    )
    .option('--data <folder>', 'folder of its state', join(root, '.local', 'cluster'));
  const findLayout = () => layOutCluster(resolveFromCaller(program.opts<{ data: string }>().data));
  const prepare = async () => {
    const missing = listMissingRequirements();
    if (missing.length > 0) throw new Error(`The cluster cannot run here. Missing: ${missing.join(', ')}.`);
    // The programs that this command runs end with it.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
    const layout = findLayout();
    const programs = await buildPrograms(root, downloads, say);
    return { root, layout, programs, say };
  };
  program
    .command('requirements')
    .description('print what this machine lacks; exit code 1 if anything')
    .action(() => {
      const reasons = explainAbsence(root, downloads);
      if (reasons.length === 0) return;
      console.error(`The cluster cannot run here: ${reasons.join('; ')}.`);
      process.exitCode = 1;
    });
  program
    .command('up')
    .description('start the cluster; the first time, build it')
    .action(async () => bringUp(await prepare(), readBackendChoice()));
  program
    .command('install')
    .description(
      'install Kafka, the databases and the chart, and create the first account; also after a change of the code',
    )
    .action(async () => install(await prepare()));
  program
    .command('test')
    .description('test the release of "install"; with --kubeconfig, a release that was installed in any cluster')
    .option('--only <text>', 'only checks whose name contains this text', '')
    .option('--json <file>', 'write the results to this file')
    .option('--kubeconfig <file>', 'credentials of the cluster', process.env['KUBECONFIG'])
    .option('--values <file...>', 'values with which the release was installed', [])
    .option('--url <url>', 'address of its gateway or ingress', '')
    .option('--ca <file>', 'authority of the certificate of this address', 'keys/tls/ca.crt')
    .option('--key <key>', 'API key of a user', '')
    .option('--tag <tag>', 'tag of its images', VERSION)
    .option('--next-tag <tag>', 'another tag of the same images', `${VERSION}-next`)
    .action(async ({ only, json, kubeconfig, values, ca, ...options }: TestFlags) => {
      const files = { values: values.map(resolveFromCaller), ca: resolveFromCaller(ca) };
      const context =
        kubeconfig === undefined || kubeconfig === findLayout().kubeconfig
          ? openOwnRelease(await prepare())
          : openAnyRelease(root, { kubeconfig: resolveFromCaller(kubeconfig), ...files, ...options });
      const results = await testRelease(context, only, say);
      if (json !== undefined) writePrivateJson(json, results);
      process.exitCode = results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1;
    });
  program
    .command('load [paths...]', { hidden: true })
    .requiredOption('--connection <file>')
    .requiredOption('--callers <n>')
    .requiredOption('--every-ms <n>')
    .action(async (paths: string[], options: { connection: string; callers: string; everyMs: string }) => {
      let isStopped = false;
      process.once('SIGTERM', () => (isStopped = true));
      const plan = { callers: Number(options.callers), everyMs: Number(options.everyMs), paths };
      console.log(JSON.stringify(await runLoad(options.connection, plan, () => isStopped)));
    });
  program
    .command('sign-in', { hidden: true })
    .requiredOption('--connection <file>')
    .requiredOption('--from <address>')
    .action(async ({ connection, from }: { connection: string; from: string }) => {
      console.log(String(await signInWrongly(connection, from)));
    });
  program
    .command('down')
    .description('end the cluster')
    .option('--keep', 'keep its state, the images among it', false)
    .action(({ keep }: { keep: boolean }) => bringDown(findLayout(), { keep }));
  await program.parseAsync();
}

main().then(
  () => process.exit(process.exitCode),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
