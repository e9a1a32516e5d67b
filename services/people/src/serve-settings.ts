import {
  customFields as customFieldsDescriptor,
  CustomFieldServiceDefinition,
  smartLists as smartListsDescriptor,
  SmartListServiceDefinition,
  stages as stagesDescriptor,
  StageServiceDefinition,
  TimeframeServiceDefinition,
  type CustomField,
  type SmartList,
  type Stage,
} from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, type ResourceStore, type StoreCall, type AccountLock } from '@porchlight/store';
import type { CustomFieldDocument } from './settings/custom-fields-strategy';
import type { SmartListDocument } from './settings/smart-lists-strategy';
import { timeframeHandlers } from './settings/timeframes';
import type { StageDocument } from './settings/stages-strategy';
import { deleteStage, type DeleteStagePorts } from './settings/delete-stage';
import { withReorder } from './settings/reorder-stages';
import { withAccountLock } from './settings/with-account-lock';

export interface SettingsPorts extends DeleteStagePorts {
  readonly customFields: ResourceStore<CustomField, CustomFieldDocument>;
  readonly smartLists: ResourceStore<SmartList, SmartListDocument>;
  /** Held while settings that must be unique in the account are made or changed. */
  readonly settingsLock: AccountLock;
}

/** Serves the settings of an account: its stages and what else it arranges for itself. */
export const serveSettings = (rpc: RpcServer, ports: SettingsPorts): void => {
  serveStages(rpc, ports);
  serveFieldsAndLists(rpc, ports);
  rpc.add(TimeframeServiceDefinition, timeframeHandlers);
};

const serveFieldsAndLists = (
  rpc: RpcServer,
  { customFields, smartLists, directory, settingsLock }: SettingsPorts,
): void => {
  const fields = handlersOf<CustomField, CustomFieldDocument, Handlers<typeof CustomFieldServiceDefinition>>(
    customFieldsDescriptor,
    customFields,
  );
  const lists = handlersOf<SmartList, SmartListDocument, Handlers<typeof SmartListServiceDefinition>>(
    smartListsDescriptor,
    smartLists,
  );
  const alone = withAccountLock(settingsLock, directory);
  rpc.add(CustomFieldServiceDefinition, {
    ...fields,
    createCustomField: alone(fields.createCustomField),
    updateCustomField: alone(fields.updateCustomField),
  });
  rpc.add(SmartListServiceDefinition, {
    ...lists,
    createSmartList: alone(lists.createSmartList),
    updateSmartList: alone(lists.updateSmartList),
  });
};

const serveStages = (rpc: RpcServer, ports: DeleteStagePorts): void => {
  const { directory, stages } = ports;
  const stageHandlers = handlersOf<Stage, StageDocument, Handlers<typeof StageServiceDefinition>>(
    stagesDescriptor,
    stages,
  );
  const touch =
    <Q, A, C extends StoreCall>(handler: (request: Q, call: C) => Promise<A>) =>
    async (request: Q, call: C): Promise<A> => {
      // Whoever asks for stages first makes those of a new account.
      await directory.of(call.actor.accountId);
      return handler(request, call);
    };
  rpc.add(StageServiceDefinition, {
    getStage: touch(stageHandlers.getStage),
    listStages: touch(stageHandlers.listStages),
    createStage: withReorder(ports, stageHandlers.createStage),
    updateStage: withReorder(ports, stageHandlers.updateStage),
    deleteStage: deleteStage(ports),
  });
};
