import type { Person } from '@porchlight/contracts';
import { shownCustomValues } from '@porchlight/custom-fields';
import type { AccountSettings } from '../settings';
import { ACTIVITY_COUNTERS, ACTIVITY_MOMENTS, type PersonActivity, type PersonDocument } from '../person';

/** Data for rendering a person. */
export interface Showing {
  /** Shows the stored stage, also a deleted one, so that moving people out of it fires webhooks. */
  readonly asStored?: boolean | undefined;
  /** Names of the custom fields to show, `*` for all. */
  readonly custom?: readonly string[];
  /** Possible duplicates that the caller may see. */
  readonly duplicates?: readonly number[];
}

/** Renders a person: replaces ids by names of the account's stages and users. */
export const personRecord = (
  document: PersonDocument,
  settings: AccountSettings,
  { asStored, custom = [], duplicates = [] }: Showing = {},
): Person => {
  const { assignedUserId, assignedLenderId } = document;
  const stage = asStored
    ? { id: document.stageId, name: settings.stage(document.stageId)?.name }
    : settings.stageShown(document.stageId);
  return {
    id: document.id,
    created: document.created,
    updated: document.updated,
    lastActivity: document.lastActivity,
    createdVia: document.createdVia,
    name: document.name,
    firstName: document.firstName || undefined,
    lastName: document.lastName || undefined,
    stage: stage.name,
    stageId: String(stage.id),
    source: document.source,
    sourceUrl: document.sourceUrl,
    contacted: document.contacted,
    price: document.price,
    assignedTo: findName(settings, assignedUserId),
    assignedUserId,
    assignedLenderName: findName(settings, assignedLenderId),
    assignedLenderId,
    tags: document.tags,
    emails: document.emails,
    phones: document.phones,
    addresses: document.addresses,
    background: document.background,
    picture: document.picture === undefined ? undefined : { small: document.picture },
    collaborators: listCollaborators(document, settings),
    timeframeId: document.timeframeId,
    timeframeStatus: document.timeframeStatus,
    timeframeUpdated: document.timeframeUpdated,
    prequalified: document.prequalified,
    assignedPondId: document.assignedPondId,
    claimed: document.claimed ?? true,
    customFields: shownCustomValues(settings.customFields, document.custom, custom),
    ...activityShown(document),
    possibleDuplicateIds: [...duplicates],
    viewerIds: document.viewers ?? [],
    version: document.version,
  };
};

const ACTIVITY = [...ACTIVITY_MOMENTS, ...ACTIVITY_COUNTERS, 'lastCommunication'] as const;

const activityShown = (document: PersonDocument): PersonActivity => {
  const shown: Record<string, unknown> = {};
  for (const name of ACTIVITY) if (document[name] !== undefined) shown[name] = document[name];
  return shown;
};

const findName = (settings: AccountSettings, id: number | undefined): string | undefined =>
  id === undefined ? undefined : settings.member(id)?.name;

const listCollaborators = (document: PersonDocument, settings: AccountSettings): Person['collaborators'] =>
  document.collaboratorIds.map((id) => {
    const member = settings.member(id);
    return { id, name: member?.name ?? '', assigned: id === document.assignedUserId, role: member?.role ?? '' };
  });
