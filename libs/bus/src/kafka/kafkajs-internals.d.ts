declare module 'kafkajs/src/network/requestQueue' {
  /** The part of kafkajs's queue of one connection that the idle-timer patch touches. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
}

declare module 'kafkajs/src/consumer/consumerGroup' {
  import type { Batch } from 'kafkajs';

  /** The part of kafkajs's consumer group that the join patch touches. */
  export default class ConsumerGroup {
    readonly assigners: readonly {
      readonly duringHandover?: (group: ConsumerGroup, act: () => Promise<void>) => Promise<void>;
    }[];
    /** The offsets of an assignment; each join creates another. */
    readonly offsetManager: object;
    /** Longest wait of a fetch without messages, ms; read for each fetch. */
    maxWaitTime: number;
    joinAndSync(): Promise<void>;
    leave(): Promise<void>;
    fetch(nodeId: number): Promise<Batch[]>;
  }
}

declare module 'kafkajs/src/retry' {
  import type { RetryOptions } from 'kafkajs';

  /** The retries of kafkajs; for a test only. */
  export default function createRetry(options: RetryOptions): object;
}

declare module 'kafkajs/src/producer/sendMessages' {
  import type { ICustomPartitioner, Message, RecordMetadata } from 'kafkajs';

  /** The part of kafkajs's producer that chooses brokers and attempts again; for a test only. */
  export default function createSendMessages(parts: {
    readonly logger: object;
    readonly cluster: object;
    readonly eosManager: object;
    readonly partitioner: ReturnType<ICustomPartitioner>;
    readonly retrier: object;
  }): (batch: { topicMessages: { topic: string; messages: Message[] }[] }) => Promise<RecordMetadata[]>;
}
