import { GenericContainer, Wait, getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import type { Guard } from './guard';
import type { Kept, KeptEvents } from './kept';

/** A container to keep running. */
export interface ContainerPlan {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The port inside and the one on this machine. */
  readonly port: { readonly inside: number; readonly here: number };
  /** Named volume that outlives the container, and where it is mounted. */
  readonly volume: { readonly name: string; readonly path: string };
  /** Asked after the port is open; answers whether it serves. */
  readonly isReady?: () => Promise<boolean>;
}

const START_TIMEOUT_MS = 90_000;
const POLL_MS = 200;
const BACKOFF_MS = { first: 200, most: 5_000 } as const;

/** Runs a container and starts it again when it ends. The guard removes it when the launcher dies. */
export function keepContainer(plan: ContainerPlan, guard: Guard, events: KeptEvents): Kept {
  let container: StartedTestContainer | undefined;
  let pid: number | undefined;
  let stopping = false;

  const startOnce = async (restarts: number): Promise<void> => {
    const since = Date.now();
    const draft = new GenericContainer(plan.image)
      .withEnvironment({ ...plan.env })
      .withExposedPorts({ container: plan.port.inside, host: plan.port.here })
      .withBindMounts([{ source: plan.volume.name, target: plan.volume.path, mode: 'rw' }])
      .withWaitStrategy(Wait.forListeningPorts())
      .withStartupTimeout(START_TIMEOUT_MS)
      .withAutoRemove(false);
    if (plan.command) draft.withCommand([...plan.command]);
    const started = await draft.start();
    container = started;
    guard.addContainer(started.getId());
    const handle = (await getContainerRuntimeClient()).container.getById(started.getId());
    pid = (await handle.inspect()).State.Pid || undefined;
    if (pid) events.started(plan.name, pid);
    while (!stopping && plan.isReady && !(await plan.isReady().catch(() => false))) {
      if (Date.now() - since > START_TIMEOUT_MS) throw new Error(`${plan.name} (${plan.image}) did not get ready.`);
      await pause(POLL_MS);
    }
    events.ready(plan.name, restarts, Date.now() - since);
    void handle.wait().then((end: { StatusCode: number }) => startAgain(restarts + 1, `exit code ${end.StatusCode}`));
  };

  const startAgain = async (restarts: number, how: string): Promise<void> => {
    pid = undefined;
    if (stopping) return;
    events.died(plan.name, how);
    await container?.stop({ remove: true }).catch(() => undefined);
    await pause(Math.min(BACKOFF_MS.first * restarts, BACKOFF_MS.most));
    if (stopping) return;
    await startOnce(restarts).catch((error: unknown) => startAgain(restarts + 1, String(error)));
  };

  return {
    name: plan.name,
    get pid() {
      return pid;
    },
    start: () => startOnce(0),
    async stop() {
      stopping = true;
      await container?.stop({ remove: true, timeout: 10_000 }).catch(() => undefined);
    },
  };
}

/** Removes named volumes, for `--fresh`. */
export async function removeVolumes(names: readonly string[]): Promise<void> {
  const client = await getContainerRuntimeClient();
  for (const name of names) await client.container.dockerode.getVolume(name).remove().catch(() => undefined);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
