import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { Pipeline, PipelineServiceDefinition, pipelines } from '@porchlight/contracts';
import { handlersOf } from '@porchlight/store';
import type { Config } from './config';
import { pipelineStrategy, type PipelineDocument } from './resources/pipelines';

/** Builds the deals service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const backend = await openBackend('deals', dependencies);
  const store = backend.store.resource<Pipeline, PipelineDocument>({ descriptor: pipelines, strategy: pipelineStrategy });
  backend.rpc.add(PipelineServiceDefinition, handlersOf(pipelines, store));
  const rpcPort = await backend.start(dependencies.config.DEALS_RPC_ADDRESS);
  return { rpcPort, ready: () => backend.ready(), stop: (deadline) => backend.stop(deadline) };
};
