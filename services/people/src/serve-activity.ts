import {
  MaintenanceServiceDefinition,
  NoteServiceDefinition,
  PhoneCallServiceDefinition,
  TaskServiceDefinition,
  TextMessageServiceDefinition,
  type Drift,
  type RecountRequest,
  type RecountResponse,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { CallContext, Handlers, RpcServer } from '@porchlight/rpc';
import type { CountDrift, ResourceHandlers, ResourceStore } from '@porchlight/store';
import type { ActivityResources } from './open-activity';
import { recordingActivity, type ActivityPorts } from './activity/record-activity';
import { recountActivity, type RecountPorts } from './activity/recount-activity';

type Counted = Pick<ResourceStore<never, never>, 'recount'>;

/** What serving activity works with. */
export interface ActivityService extends ActivityPorts, RecountPorts, ActivityResources {
  readonly people: ActivityPorts['people'] & RecountPorts['people'] & Counted;
  /** Further resources whose kept counts are counted anew on demand. */
  readonly events: Counted;
  readonly stages: Counted;
  readonly customFields: Counted;
  readonly smartLists: Counted;
  readonly leadFlows: Counted;
  readonly ponds: Counted;
  readonly clock: Clock;
}

type AuthoredDefinition =
  | typeof NoteServiceDefinition
  | typeof PhoneCallServiceDefinition
  | typeof TextMessageServiceDefinition
  | typeof TaskServiceDefinition;

/** Serves what is written down about people, and the operator's counting. */
export const serveActivity = (rpc: RpcServer, ports: ActivityService): void => {
  const { notes, calls, textMessages, tasks, images } = ports;
  const serve = <D extends AuthoredDefinition>(definition: D, handlers: ResourceHandlers): void =>
    rpc.add(definition, handlers as unknown as Handlers<D>);
  serve(NoteServiceDefinition, recordingActivity(ports, { kind: 'notes', store: notes, images: images.notes }));
  serve(PhoneCallServiceDefinition, recordingActivity(ports, { kind: 'calls', store: calls, images: images.calls }));
  serve(
    TextMessageServiceDefinition,
    recordingActivity(ports, { kind: 'textMessages', store: textMessages, images: images.textMessages }),
  );
  serve(TaskServiceDefinition, recordingActivity(ports, { kind: 'tasks', store: tasks, images: images.tasks }));
  rpc.add(MaintenanceServiceDefinition, { recount: recount(ports) }, { roles: ['Operator'] });
};

/** A call works for so long, ms, and is then asked to go on by the next one. */
const STRETCH_MS = 30_000;
/** Most drift named in one answer. */
const MAX_NAMED = 1_000;

const driftOfCount = (resource: string, { key, kept, counted }: CountDrift): Drift => ({
  resource,
  personId: 0,
  field: key,
  kept: String(kept),
  counted: String(counted),
});

const recount =
  (ports: ActivityService) =>
  async ({ accountId, afterPersonId }: RecountRequest, { signal }: CallContext): Promise<RecountResponse> => {
    if (accountId < 1) throw refuse('INVALID_BODY', { problems: "Field 'accountId' must be the id of an account." });
    const drift: Drift[] = [];
    const { people, events, notes, calls, textMessages, tasks } = ports;
    const { stages, customFields, smartLists, leadFlows, ponds } = ports;
    const settings = { stages, customFields, smartLists, leadFlows, ponds };
    const counted: Record<string, Counted> = { people, events, notes, calls, textMessages, tasks, ...settings };
    if (afterPersonId === 0)
      for (const [resource, store] of Object.entries(counted))
        for (const found of await store.recount(accountId)) drift.push(driftOfCount(resource, found));
    const until = ports.clock.now() + STRETCH_MS;
    const isLate = (): boolean => ports.clock.now() > until;
    const stretch = await recountActivity(ports, accountId, { after: afterPersonId, isLate, signal });
    drift.push(...stretch.drift.map((found) => ({ resource: 'people', ...found })));
    return { drift: drift.slice(0, MAX_NAMED), repaired: drift.length, nextPersonId: stretch.next ?? 0 };
  };
