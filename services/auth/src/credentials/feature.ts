import { methods } from '@porchlight/backend';
import {
  AccountServiceDefinition,
  ApiKeyServiceDefinition,
  CredentialServiceDefinition,
  EVERYONE,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { accounts } from '../accounts';
import { defineFeature } from '../service';
import { teams } from '../teams';
import { apiKeySchema } from './api-key-document';
import { createApiKey, disableApiKey, endApiKey, issueApiKey, listApiKeys } from './api-keys';
import type { Credentials } from './credential-parts';
import { getMe } from './get-me';
import { createKeyUsage } from './key-usage';
import { verifyApiKey } from './verify-api-key';

const forGateway = { roles: ['Operator'] } as const;

/** API keys, and the user of a call's credentials (decisions section 3). */
export const credentials = defineFeature({
  name: 'credentials',
  needs: { accounts, teams },
  open: ({ store, accounts: opened, teams: teamStore }): Credentials => ({
    ...opened,
    teams: teamStore,
    apiKeys: store.collection('apiKeys', apiKeySchema),
  }),
  serve(opened, { clock, logger }) {
    const usage = createKeyUsage(opened.apiKeys, clock, logger);
    return {
      methods: [
        methods(
          CredentialServiceDefinition,
          { verifyApiKey: verifyApiKey(opened, (key) => usage.record(key)) },
          forGateway,
        ),
        methods(ApiKeyServiceDefinition, {
          issueApiKey: issueApiKey(opened),
          listApiKeys: listApiKeys(opened),
          endApiKey: endApiKey(opened),
        }),
        methods(
          AccountServiceDefinition,
          { createApiKey: createApiKey(opened), disableApiKey: disableApiKey(opened) },
          forGateway,
        ),
        methods(UserServiceDefinition, { getMe: getMe(opened) }, { roles: EVERYONE }),
      ],
      stop: () => usage.stop(),
    };
  },
});
