import { TIMEFRAMES, type Person } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { type AccountSettings, checkReceiver, pondMembers } from '../settings';
import type { PersonCore } from '../person';

/** Maximum number of collaborators of a person, the limit of a request body, so that a response can be sent back. */
export const MAX_COLLABORATORS = LIMITS.personCollaborators.value;

const unknown = (field: string, what: string, value: string | number) =>
  refuse('UNKNOWN_REFERENCE', { field, what, value });

/**
 * Collaborators of a request: active users of the account, each once (decisions section 4, D13.3).
 * Existing collaborators may stay regardless of their status.
 */
export const resolveCollaborators = (
  settings: AccountSettings,
  sent: Person['collaborators'],
  before: readonly number[] = [],
): number[] => {
  const ids = [...new Set(sent.map(({ id }) => id))];
  if (ids.length > MAX_COLLABORATORS)
    throw invalidBody(`Field 'collaborators' must have at most ${MAX_COLLABORATORS} entries.`);
  const added = ids.filter((id) => !before.includes(id));
  const strangers = added.filter((id) => !settings.member(id));
  if (strangers.length > 0) throw unknown('collaborators', 'a user', strangers.slice(0, 20).join(', '));
  for (const id of added) checkReceiver(settings.member(id), 'collaborators', 'lead');
  return ids;
};

/** Checks the timeframe of a request; undefined clears. */
export const resolveTimeframe = (timeframeId: number | undefined): number | undefined => {
  if (timeframeId === undefined || (timeframeId >= 1 && timeframeId <= TIMEFRAMES.length)) return timeframeId;
  throw unknown('timeframeId', 'a timeframe', timeframeId);
};

/** Checks the pond of a request; undefined clears. */
export const resolvePond = (settings: AccountSettings, pondId: number | undefined, before?: number) => {
  if (pondId === undefined || pondId === before || settings.pond(pondId)) return pondId;
  throw unknown('assignedPondId', 'a pond', pondId);
};

/** Members of the person's pond, as stored in the person; undefined without a pond or without members. */
export const listPondUsers = (settings: AccountSettings, { assignedPondId }: Pick<PersonCore, 'assignedPondId'>) => {
  const pond = assignedPondId === undefined ? undefined : settings.pond(assignedPondId);
  const members = pond ? pondMembers(pond) : [];
  return members.length > 0 ? members : undefined;
};
