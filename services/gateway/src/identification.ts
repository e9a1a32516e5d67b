import { CredentialServiceDefinition } from '@porchlight/contracts';
import { clientNetwork } from '@porchlight/limits';
import { createRpcClient } from '@porchlight/rpc';
import type { ServiceContext } from '@porchlight/runtime';
import type { Request } from 'express';
import { createAuthClients } from './auth-clients';
import { createClientAddressReader, createForwardedHeaderAlarm } from './client-address';
import type { Config } from './config';
import { createCors } from './cors';
import { createCredentials } from './credentials';
import type { Channels } from './service-channels';
import { createUnknownLimit } from './unknown-credentials';
import { limitUnknownKeys } from './unknown-keys';

interface IdentificationOptions extends Pick<ServiceContext<Config>, 'config' | 'clock' | 'logger' | 'metrics'> {
  readonly channels: Channels;
  /** Whether a peer is a trusted proxy. */
  readonly trusted: (address: string | undefined) => boolean;
}

/** Who sends a request: the address of the client, and its credentials, which the auth service verifies. */
export const createIdentification = ({ config, channels, trusted, clock, logger, metrics }: IdentificationOptions) => {
  const issuer = config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL;
  const getClientAddress = createClientAddressReader({
    trusted,
    hops: config.TRUSTED_PROXY_HOPS,
    onUntrusted: createForwardedHeaderAlarm({ logger, metrics, clock }),
  });
  const getClientNetwork = (req: Request): string => clientNetwork(getClientAddress(req));
  const clients = createAuthClients(
    channels.auth,
    config.GATEWAY_RPC_TIMEOUT_MS,
    createUnknownLimit({ clock, getClientNetwork, perMinute: config.LIMIT_UNKNOWN_SESSIONS_PER_MINUTE }),
  );
  const unknownKeys = { clock, getClientNetwork, perMinute: config.LIMIT_UNKNOWN_KEYS_PER_MINUTE };
  const credentials = limitUnknownKeys(
    createCredentials(channels.auth, clients, clock, { issuer, audience: config.PUBLIC_BASE_URL }),
    unknownKeys,
  );
  const verifier = createRpcClient(CredentialServiceDefinition, channels.auth);
  const cors = createCors({
    findOrigin: async (origin) => (await verifier.findOrigin({ origin }, clients.as)).listed,
    clock,
    limitUnknown: createUnknownLimit(unknownKeys),
  });
  return { issuer, getClientAddress, getClientNetwork, clients, credentials, cors };
};

/** How requests are identified. */
export type Identification = ReturnType<typeof createIdentification>;
