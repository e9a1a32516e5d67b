import { GenericContainer, Wait, getContainerRuntimeClient } from 'testcontainers';
import type { Guard } from './guard';
import type { Supervised, ProcessEvents } from './supervised';

/** A supervised container. */
export interface ContainerPlan {
  readonly name: string;
  /** The name of the container, one per data folder. */
  readonly containerName: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The port in the container and the port on this machine. */
  readonly port: { readonly inside: number; readonly here: number };
  /** Named volume that outlives the container, and where it is mounted. */
  readonly volume: { readonly name: string; readonly path: string };
  /** Resolves to true when it serves. */
  readonly isReady: () => Promise<boolean>;
}

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 200;
const BACKOFF_MS = { first: 200, most: 5_000 } as const;

/** Runs a container and restarts it when it ends. The guard removes it when the launcher dies. */
export function superviseContainer(plan: ContainerPlan, guard: Guard, events: ProcessEvents): Supervised {
  let pid: number | undefined;
  let stopping = false;
  let starting: Promise<void> = Promise.resolve();

  const startOnce = async (restarts: number): Promise<void> => {
    const since = Date.now();
    // Of an interrupted run; its data is in the volume.
    await removeContainer(plan.containerName);
    const draft = new GenericContainer(plan.image)
      .withName(plan.containerName)
      .withEnvironment({ ...plan.env })
      .withExposedPorts({ container: plan.port.inside, host: plan.port.here })
      .withBindMounts([{ source: plan.volume.name, target: plan.volume.path, mode: 'rw' }])
      // Checked below by a request: the engine's proxy accepts connections before the program does.
      .withWaitStrategy(Wait.forAll([]))
      .withAutoRemove(false);
    if (plan.command) draft.withCommand([...plan.command]);
    const started = await draft.start();
    const handle = (await getContainerRuntimeClient()).container.getById(started.getId());
    pid = (await handle.inspect()).State.Pid || undefined;
    if (pid) events.started(plan.name, pid);
    let over = false;
    let givenUp = false;
    void handle.wait().then((end: { StatusCode: number }) => {
      over = true;
      if (pid) events.ended(plan.name, pid);
      pid = undefined;
      // The caller restarts it.
      if (!stopping && !givenUp) starting = startAgain(restarts + 1, `exit code ${end.StatusCode}`);
    });
    while (!stopping && !over && !(await plan.isReady().catch(() => false))) {
      if (Date.now() - since > START_TIMEOUT_MS) {
        givenUp = true;
        throw new Error(`${plan.name} (${plan.image}) did not get ready.`);
      }
      await pause(POLL_MS);
    }
    if (!stopping && !over) events.ready(plan.name, restarts, Date.now() - since);
  };

  const startAgain = async (restarts: number, how: string): Promise<void> => {
    events.died(plan.name, how);
    await pause(Math.min(BACKOFF_MS.first * restarts, BACKOFF_MS.most));
    if (stopping) return;
    await startOnce(restarts).catch((error: unknown) => startAgain(restarts + 1, String(error)));
  };

  return {
    name: plan.name,
    get pid() {
      return pid;
    },
    start() {
      guard.addContainer(plan.containerName);
      starting = startOnce(0);
      return starting;
    },
    async stop() {
      stopping = true;
      await Promise.race([starting.catch(() => undefined), pause(STOP_TIMEOUT_MS)]);
      await stopContainer(plan.containerName);
      await removeContainer(plan.containerName);
    },
  };
}

async function stopContainer(name: string): Promise<void> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  await dockerode
    .getContainer(name)
    .stop({ t: STOP_TIMEOUT_MS / 1_000 })
    .catch(() => undefined);
}

async function removeContainer(name: string): Promise<void> {
  const { dockerode } = (await getContainerRuntimeClient()).container;
  await dockerode
    .getContainer(name)
    .remove({ force: true })
    .catch(() => undefined);
}

/** Removes named volumes, for `--fresh`. */
export async function removeVolumes(names: readonly string[]): Promise<void> {
  const client = await getContainerRuntimeClient();
  for (const name of names)
    await client.container.dockerode
      .getVolume(name)
      .remove()
      .catch(() => undefined);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
