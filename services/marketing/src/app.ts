import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { Template, TemplateServiceDefinition, templates } from '@porchlight/contracts';
import { handlersOf } from '@porchlight/store';
import type { Config } from './config';
import { templateStrategy, type TemplateDocument } from './resources/templates';

/** Builds the marketing service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const backend = await openBackend('marketing', dependencies);
  const store = backend.store.resource<Template, TemplateDocument>({ descriptor: templates, strategy: templateStrategy });
  backend.rpc.add(TemplateServiceDefinition, handlersOf(templates, store));
  const rpcPort = await backend.start(dependencies.config.MARKETING_RPC_ADDRESS);
  return { rpcPort, ready: () => backend.ready(), stop: (deadline) => backend.stop(deadline) };
};
