import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@porchlight/contracts';
import { nativeDatabaseUri } from '@porchlight/tools/src/launcher/database-server';
import { SECOND, describeLoad, listPods, type Check, type CheckContext, type OwnClusterCheck } from './check-context';
import { RESTORE_TARGET } from './cluster-backends';
import { certificates } from './cert-manager';
import { CLIENT_ADDRESSES } from './cluster-client-network';
import { autoscaling, drain, kills, withoutMarketing } from './disruption-checks';
import { DATABASE_PORT } from './images';
import { startLoad } from './load';
import { networkPolicies } from './network-policy-check';
import { pollUntil } from './poll';
import { seconds } from './progress';
import { NAMESPACE, RELEASE, readJob } from './release';
import { runProgram, tryProgram } from '@porchlight/tools/src/launcher/run-program';

/** Calls of the upgrade's load, and the time that they take at 40 a second. */
const MIN_UPGRADE_CALLS = 5_000;
const MIN_UPGRADE_MS = 135 * SECOND;
const JEST_MS = 240 * SECOND;

/** Memory of the release, without load. */
const memory: Check = {
  name: 'memory of the release at rest',
  async run({ release, kubectl }) {
    const output = await pollUntil('metrics', 60 * SECOND, async () => {
      const { ok, stdout } = await kubectl.try(['-n', NAMESPACE, 'top', 'pods', '--no-headers']);
      return ok && stdout;
    });
    const pods = output
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const total = pods.reduce((sum, [, , text = '0']) => sum + Number.parseInt(text, 10), 0);
    const ready = await release.kubectl(['get', 'deployments', '--no-headers']);
    return { ok: ready.trim().split('\n').length === SERVICES.length, detail: `${total} MiB in ${pods.length} pods` };
  },
};

/** Acceptance tests through the ingress, from a client outside of the cluster. */
const acceptance: OwnClusterCheck = {
  needsOwnCluster: true,
  name: 'acceptance tests of leads and webhooks through the ingress',
  async run({ root, client }) {
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const options = ['--config', 'services/acceptance/jest.config.js', '--runInBand', '--forceExit', '--ci'];
    const [program, tests] = client.command(jest, ...options, 'test/first-lead.spec', 'test/webhooks.spec');
    const { ok, output } = await tryProgram(program, tests, {
      cwd: root,
      timeoutMs: JEST_MS,
      env: {
        ...process.env,
        PORCHLIGHT_CONNECTION: client.connectionFile,
        PORCHLIGHT_RECEIVER_ADDRESS: CLIENT_ADDRESSES[0],
      },
    });
    const [summary = 'no result'] = /^Tests: .*/m.exec(output) ?? [];
    return {
      ok,
      detail: ok
        ? summary
        : `${summary}\n${output
            .split('\n')
            .filter((line) => /●|✕|rror/.test(line))
            .slice(0, 12)
            .join('\n')}`,
    };
  },
};

/** The limit of failed sign-ins is by client, so the gateway must know the address of each. */
const clientAddresses: OwnClusterCheck = {
  needsOwnCluster: true,
  name: 'clients behind the ingress have their own addresses',
  async run({ client, root, kubectl }) {
    const main = join(root, 'dist', 'lab', 'cluster', 'main.js');
    const signIn = async (address: string): Promise<string> => {
      const [program, args] = client.command(main, 'sign-in', '--connection', client.connectionFile, '--from', address);
      return (await runProgram(program, args, { timeoutMs: 30 * SECOND })).trim();
    };
    const [first, second] = CLIENT_ADDRESSES;
    const statuses: string[] = [];
    for (let i = 0; i < 20 && statuses.at(-1) !== '429'; i += 1) statuses.push(await signIn(first));
    const other = await signIn(second);
    const warned = await kubectl.run(['-n', NAMESPACE, 'logs', '-l', 'app.kubernetes.io/name=gateway', '--tail=-1']);
    const isTrusted = !warned.includes('forwarded-header.untrusted');
    return {
      ok: statuses.at(-1) === '429' && other === '401' && isTrusted,
      detail: `${first}: ${statuses.join(' ')}, then ${second}: ${other}; the ingress is ${isTrusted ? '' : 'not '}trusted`,
    };
  },
};

/** Replaces every pod by the images of another tag and back, until the load has made enough calls. */
const upgrade: Check = {
  name: 'helm upgrade and back under load',
  async run(context) {
    const [present, next] = context.tags;
    const load = await startLoad(context);
    const began = Date.now();
    const problems: string[] = [];
    let upgrades = 0;
    do {
      for (const tag of [next, present]) {
        const { ok, output } = await context.release.upgrade({ 'images.tag': tag });
        upgrades += 1;
        if (!ok) problems.push(output.slice(-500));
      }
    } while (problems.length === 0 && Date.now() - began < MIN_UPGRADE_MS);
    const duration = seconds(began);
    await pause(2 * SECOND);
    const result = await load.stop();
    return {
      ok: problems.length === 0 && result.failed === 0 && result.succeeded >= MIN_UPGRADE_CALLS,
      detail: `${upgrades} upgrades in ${duration}, ${describeLoad(result)}${problems.join('\n')}`,
    };
  },
};

/** The version of each pod of the services that is not about to end; the autoscaler may change their number. */
const listPodVersions = async (context: CheckContext): Promise<string[]> => {
  const pods = (await Promise.all(SERVICES.map((service) => listPods(context, service)))).flat();
  return pods
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata }) => metadata.labels['pod-template-hash'] ?? '');
};

const UNREACHABLE_DATABASE = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'porchlight-unreachable-mongodb', namespace: NAMESPACE },
  stringData: { uri: 'mongodb://porchlight-nothing.mongodb.svc:27017/' },
};

/** A job of the new version that cannot reach its database ends with an error. */
const failedMigration: Check = {
  name: 'a failed migration stops the upgrade',
  async run(context) {
    const [present, next] = context.tags;
    const before = new Set(await listPodVersions(context));
    await context.kubectl.apply([UNREACHABLE_DATABASE]);
    const load = await startLoad(context, { callers: 4 });
    const began = Date.now();
    const { ok, output } = await context.release.upgrade({
      'images.tag': next,
      'indexes.deadlineSeconds': 20,
      'services.deals.database.secret.name': UNREACHABLE_DATABASE.metadata.name,
    });
    const duration = seconds(began);
    const result = await load.stop();
    const after = await listPodVersions(context);
    const unchanged = after.filter((version) => before.has(version)).length;
    const repaired = await context.release.upgrade({ 'images.tag': present });
    return {
      ok:
        !ok &&
        /pre-upgrade hooks failed/.test(output) &&
        unchanged === after.length &&
        result.failed === 0 &&
        repaired.ok,
      detail: `refused after ${duration}, ${unchanged} of ${after.length} pods have the version before, ${describeLoad(result)}`,
    };
  },
};

/** A backup by the chart's CronJob, restored into an empty server by the operator's image. */
const backup: OwnClusterCheck = {
  needsOwnCluster: true,
  name: 'a backup is made and restored',
  async run({ release, kubectl, layout }) {
    const name = `backup-${Date.now()}`;
    await release.kubectl(['create', 'job', name, `--from=cronjob/${RELEASE}-backup`]);
    const written = await readJob<Counts>(kubectl, name);
    const folder = join(layout.path, 'backups');
    const backups = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const newest =
      backups
        .map((entry) => entry.name)
        .sort()
        .at(-1) ?? '';
    const operator = join(process.env['PORCHLIGHT_ROOT'] ?? '', 'dist', 'tools', 'operator', 'main.js');
    // Without its pod the data of an earlier test is gone.
    const server = `porchlight-${RESTORE_TARGET}-svc`;
    const inMongodb = ['-n', 'mongodb'];
    await kubectl.run([...inMongodb, 'delete', 'pod', `${server}-0`]);
    await kubectl.run([...inMongodb, 'rollout', 'status', `statefulset/${server}`, '--timeout=60s'], {
      timeoutMs: 65 * SECOND,
    });
    const { spec } = await kubectl.get<{ spec: { clusterIP: string } }>([...inMongodb, 'service', server]);
    const uri = nativeDatabaseUri('secantus', DATABASE_PORT, spec.clusterIP);
    const args = [operator, '--json', 'restore', '--from', join(folder, newest), '--mongodb', uri];
    const read = JSON.parse(await runProgram(process.execPath, args, { timeoutMs: 60 * SECOND })) as Counts;
    const count = (counts: Counts): number =>
      Object.values(counts)
        .flatMap((one) => Object.values(one))
        .reduce((sum, n) => sum + n, 0);
    return {
      ok: count(written) > 0 && JSON.stringify(written) === JSON.stringify(read),
      detail: `${count(written)} documents written, ${count(read)} restored`,
    };
  },
};

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** All checks, in the order in which they run. */
export const CHECKS: readonly (Check | OwnClusterCheck)[] = [
  memory,
  acceptance,
  clientAddresses,
  networkPolicies,
  certificates,
  backup,
  upgrade,
  failedMigration,
  kills,
  withoutMarketing,
  drain,
  autoscaling,
];
