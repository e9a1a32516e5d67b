import { createSupervisor, type Logger, type Supervisor, type Worker } from '@porchlight/runtime';
import type { Lease, Store } from '@porchlight/store';
import { createStageMover, type DeleteStagePorts } from './settings/delete-stage';
import { createOfferEnder, type EndOffersPorts } from './leads/end-offers';
import { createPersonFollower, type FollowStepPorts } from './people/follow-steps';
import { createMergeFinisher, type MergePorts } from './people/merge-people';
import { createReassigner, type ReassignPorts } from './leads/reassign-people';
import { createPeopleImporter, type RunImportsPorts } from './imports/run-imports';

/** Longest that others wait for a process that died, ms. */
const LEASE_MS = 30_000;

/** Starts the background workers, each in one replica at a time. */
export const openWorkers = (
  store: Pick<Store, 'lease'>,
  ports: DeleteStagePorts &
    EndOffersPorts &
    FollowStepPorts &
    MergePorts &
    ReassignPorts &
    RunImportsPorts & { readonly logger: Logger },
): Pick<Supervisor, 'health' | 'stop'> => {
  const supervisor = createSupervisor({ logger: ports.logger });
  const leases: Lease[] = [];
  const runAlone = (name: string, createWorker: (hold: () => Promise<boolean>) => Worker): void => {
    const lease = store.lease(name, LEASE_MS);
    leases.push(lease);
    supervisor.add(
      name,
      createWorker(() => lease.hold()),
    );
  };
  runAlone('stageMover', (hold) => createStageMover(ports, hold));
  runAlone('offerEnder', (hold) => createOfferEnder(ports, hold));
  runAlone('personFollower', (hold) => createPersonFollower(ports, hold));
  runAlone('mergeFinisher', (hold) => createMergeFinisher(ports, hold));
  runAlone('reassigner', (hold) => createReassigner(ports, hold));
  runAlone('peopleImporter', (hold) => createPeopleImporter(ports, hold));
  return {
    health: supervisor.health,
    stop: async () => {
      try {
        await supervisor.stop();
      } finally {
        await Promise.allSettled(leases.map((lease) => lease.release()));
      }
    },
  };
};
