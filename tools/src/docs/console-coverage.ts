import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What of the API the console calls. */
export interface ConsoleCoverage {
  /** Operations of the API, without OAuth. */
  readonly operations: readonly string[];
  /** Operations that no page calls and that no list names. */
  readonly missing: readonly string[];
  /** Names in the lists that are no operations. */
  readonly unknown: readonly string[];
}

/** Operations that no page needs, by reason. */
type Exceptions = Readonly<Record<string, readonly string[]>>;

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The ids of all operations of an API description, without those of OAuth, which have servers of their own. */
export const listOperations = ({ paths }: { readonly paths: Paths }): string[] =>
  Object.values(paths)
    .filter((item) => !('servers' in item))
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (operation as { 'x-operation'?: string })['x-operation'] ?? []);

/** The sources of a folder as one text, without tests. */
export const readSources = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

const CALL = /\bporchlight\s*\.\s*(\w+)\s*\.\s*(\w+)/g;
/** A resource that is passed to a part as a whole: `api: porchlight.teams`. */
const RESOURCE = /\bporchlight\.(\w+)(?=\s*[,;:)}])/g;
const VERBS = ['list', 'create', 'get', 'update', 'delete'];

/** The calls of the SDK in a source: `<resource>.<operation>`. A resource that is passed on counts with its verbs. */
export const findCalls = (source: string): ReadonlySet<string> =>
  new Set([
    ...[...source.matchAll(CALL)].map(([, resource, name]) => `${resource}.${name}`),
    ...[...source.matchAll(RESOURCE)].flatMap(([, resource]) => VERBS.map((verb) => `${resource}.${verb}`)),
    ...(source.includes('porchlight.stream(') ? ['stream.read'] : []),
  ]);

/** Compares the operations of the API with the calls of a source and with the lists of exceptions. */
export const compareOperations = (
  operations: readonly string[],
  source: string,
  exceptions: readonly Exceptions[],
): ConsoleCoverage => {
  const calls = findCalls(source);
  const excepted = new Set(exceptions.flatMap((list) => Object.values(list).flat()));
  const isCalled = (operation: string): boolean => calls.has(operation.slice(operation.indexOf('.') + 1));
  return {
    operations,
    missing: operations.filter((operation) => !isCalled(operation) && !excepted.has(operation)),
    unknown: [...excepted].filter((operation) => !operations.includes(operation)),
  };
};

/** Operations that no person needs, by reason. */
export const FOR_PROGRAMS: Exceptions = {
  'The list has the whole record.': [
    'auth.groups.get',
    'deals.dealAttachments.get',
    'deals.dealCustomFields.get',
    'marketing.actionPlansPeople.get',
    'marketing.automationsPeople.get',
    'marketing.leadAddresses.get',
    'marketing.suppressions.get',
    'notifier.auditLog.get',
    'notifier.notifications.get',
    'notifier.teamInboxes.get',
    'people.appointmentOutcomes.get',
    'people.appointmentTypes.get',
    'people.calls.get',
    'people.customFields.get',
    'people.emails.get',
    'people.events.get',
    'people.leadFlows.get',
    'people.personAttachments.get',
    'people.reactions.get',
    'people.stages.get',
    'people.textMessages.get',
    'people.threadedReplies.get',
    'people.timeframes.get',
  ],
  'The console uses another form of the same operation.': [
    'auth.groups.listRoundRobin',
    'deals.dealAttachments.completeUpload',
    'deals.dealAttachments.createUpload',
    'notifier.conversations.archive',
    'people.people.claimById',
    'people.people.ignoreUnclaimedById',
    'people.personAttachments.completeUpload',
    'people.personAttachments.createUpload',
  ],
  'Programs of inbox apps call it.': [
    'notifier.inboxApps.addMessage',
    'notifier.inboxApps.addNote',
    'notifier.inboxApps.addSystemMessage',
    'notifier.inboxApps.changeConversation',
    'notifier.inboxApps.editMessage',
    'notifier.inboxApps.installed',
    'notifier.inboxApps.readParticipants',
    'notifier.inboxApps.setParticipants',
  ],
  'Services that send mails report it.': ['marketing.emEvents.record'],
  'It saves requests of programs.': ['gateway.batch.send', 'people.people.saveBatch'],
  'It describes the API or the key of the caller to programs.': [
    'auth.users.identity',
    'gateway.asyncapi.get',
    'gateway.openapi.get',
  ],
};
