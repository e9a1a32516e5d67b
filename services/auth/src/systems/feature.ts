import { methods } from '@porchlight/backend';
import { AccountServiceDefinition, CredentialServiceDefinition, SystemServiceDefinition } from '@porchlight/contracts';
import type { PollLoop } from '@porchlight/runtime';
import { accounts } from '../accounts';
import { createDocumentPublisher } from '../publish-documents';
import { defineFeature } from '../service';
import { createDailyCounts, dailyCountsSchema } from './daily-counts';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './ignored-fields';
import {
  deleteSystem,
  enrollSystem,
  readSystem,
  listSystems,
  replaceSystemKey,
  rotateSystemKey,
  updateSystem,
} from './manage-systems';
import { listSystemChanges } from './record-system-change';
import { registerSystem } from './register-system';
import { systemSchema } from './system-document';
import type { Systems } from './system-parts';
import { getSystemKey, verifySystem } from './verify-system';

/** Systems, and the publication of their changes. */
export interface OpenedSystems extends Systems {
  readonly publisher: PollLoop;
}

const forGateway = { roles: ['Operator'] } as const;

/** Registered systems (decisions sections 3 and 7). */
export const systems = defineFeature({
  name: 'systems',
  needs: { accounts },
  open({ store, bus, config, clock, ids, logger, accounts: opened }): OpenedSystems {
    const documents = store.collection('systems', systemSchema);
    const publisher = createDocumentPublisher({
      ...{ name: 'systems', documents, bus, logger, toChanges: listSystemChanges, fields: ['changes'] },
    });
    return {
      ...opened,
      eventId: () => ids.eventId(),
      systems: documents,
      dailyCounts: createDailyCounts(store.collection('dailyCounts', dailyCountsSchema), clock),
      limits: { newAccountSystems: config.LIMIT_NEW_ACCOUNT_SYSTEMS },
      notifyPublisher: publisher.notify,
      publisher,
    };
  },
  serve(opened, { beforeForgetting }) {
    // A system that others may use outlives the account that registered it.
    beforeForgetting(async ({ accountId }) => {
      await opened.systems.updateMany({ accountId }, { $unset: { accountId: 1 } });
      return ['systems'];
    });
    return {
      methods: [
        methods(
          SystemServiceDefinition,
          {
            enrollSystem: enrollSystem(opened),
            listSystems: listSystems(opened),
            readSystem: readSystem(opened),
            updateSystem: updateSystem(opened),
            deleteSystem: deleteSystem(opened),
            rotateSystemKey: rotateSystemKey(opened),
            recordIgnoredFields: recordIgnoredFields(opened),
            listIgnoredFields: listIgnoredFields(opened),
            listUnregisteredSystems: listUnregisteredSystems(opened),
          },
          forGateway,
        ),
        methods(
          AccountServiceDefinition,
          {
            registerSystem: registerSystem(opened),
            getSystemKey: getSystemKey(opened),
            replaceSystemKey: replaceSystemKey(opened),
          },
          forGateway,
        ),
        methods(CredentialServiceDefinition, { verifySystem: verifySystem(opened) }, forGateway),
      ],
      workers: { 'systems.publish': () => opened.publisher },
    };
  },
});
