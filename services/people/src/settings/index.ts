import {
  customFields as customFieldsDescriptor,
  CustomFieldServiceDefinition,
  smartLists as smartListsDescriptor,
  SmartListServiceDefinition,
  stages as stagesDescriptor,
  StageServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type StoreCall, type AccountLock } from '@porchlight/store';
import type { Ports } from './stores';
import type { AccountSettingsCache } from './account-settings-cache';
import { createStageMover, deleteStage, type DeleteStagePorts, type MovePeople } from './delete-stage';
import { withReorder } from './reorder-stages';

export {
  AccountSettings,
  type GroupDefaults,
  type GroupView,
  type LeadRule,
  pondMembers,
  type PondView,
  type SettingsParts,
} from './account-settings';
export {
  type AccountSettingsCache,
  SETTINGS_TTL_MS,
  hasCustomFieldIds,
  hasCustomFields,
  loadFresh,
} from './account-settings-cache';
export { DEFAULT_STAGES, TRASH, TRASH_ID } from './default-stages';
export { createFindExisting } from './find-existing';
export { ASSIGNED_LENDER, ASSIGNED_USER, ASSIGNEE, checkReceiver, resolveReference, STAGE } from './resolve-reference';
export { parseSmartList, type SmartListCore, withSmartList } from './smart-list-query';
export { openSettings, type RelatedSettings, type Settings } from './stores';

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/** Wraps handlers of settings: one call at a time reads and writes, so that names stay unique and limits hold. */
const withAccountLock =
  (settingsLock: AccountLock, settingsCache: Pick<AccountSettingsCache, 'forget'>) =>
  <Q, A, C extends StoreCall>(handler: Handler<Q, A, C>): Handler<Q, A, C> =>
  (request, call) =>
    settingsLock.run(call.actor.accountId, call.signal, () => {
      settingsCache.forget(call.actor.accountId);
      return handler(request, call);
    });

/** Serves stages, custom fields and smart lists; follows users and groups. */
export const registerSettings = (ports: Ports, movePeople: MovePeople): void => {
  const { settingsCache } = ports;
  ports.onCopiesChanged(settingsCache.forget);
  const deleting = { ...ports, movePeople };
  ports.addWorker('stageMover', (hold) => createStageMover(deleting, hold));
  serveStages(deleting);
  serveFieldsAndLists(ports);
};

const serveFieldsAndLists = ({ rpc, customFields, smartLists, settingsCache, settingsLock }: Ports): void => {
  const fields: Handlers<typeof CustomFieldServiceDefinition> = createResourceHandlers(
    customFieldsDescriptor,
    customFields,
  );
  const lists: Handlers<typeof SmartListServiceDefinition> = createResourceHandlers(smartListsDescriptor, smartLists);
  const locked = withAccountLock(settingsLock, settingsCache);
  rpc.add(CustomFieldServiceDefinition, {
    ...fields,
    createCustomField: locked(fields.createCustomField),
    updateCustomField: locked(fields.updateCustomField),
  });
  rpc.add(SmartListServiceDefinition, {
    ...lists,
    createSmartList: locked(lists.createSmartList),
    updateSmartList: locked(lists.updateSmartList),
  });
};

const serveStages = (ports: DeleteStagePorts): void => {
  const { rpc, settingsCache, stages } = ports;
  const handlers: Handlers<typeof StageServiceDefinition> = createResourceHandlers(stagesDescriptor, stages);
  /** The first request for the stages of a new account creates the default stages. */
  const withDefaultStages =
    <Q, A, C extends StoreCall>(handler: (request: Q, call: C) => Promise<A>) =>
    async (request: Q, call: C): Promise<A> => {
      await settingsCache.load(call.actor.accountId);
      return handler(request, call);
    };
  rpc.add(StageServiceDefinition, {
    getStage: withDefaultStages(handlers.getStage),
    listStages: withDefaultStages(handlers.listStages),
    createStage: withReorder(ports, handlers.createStage),
    updateStage: withReorder(ports, handlers.updateStage),
    deleteStage: deleteStage(ports),
  });
};
