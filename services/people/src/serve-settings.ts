import { stages as stagesDescriptor, StageServiceDefinition, type Stage } from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, type StoreCall } from '@porchlight/store';
import type { StageDocument } from './resources/stages';
import { deleteStage, type DeleteStagePorts } from './usecases/delete-stage';
import { placingStage } from './usecases/place-stage';

/** Serves the settings of an account: its stages and what else it arranges for itself. */
export const serveSettings = (rpc: RpcServer, ports: DeleteStagePorts): void => {
  const { directory, stages } = ports;
  const stageHandlers = handlersOf<Stage, StageDocument, Handlers<typeof StageServiceDefinition>>(stagesDescriptor, stages);
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
    createStage: placingStage(ports, stageHandlers.createStage),
    updateStage: placingStage(ports, stageHandlers.updateStage),
    deleteStage: deleteStage(ports),
  });
};
