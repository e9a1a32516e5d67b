declare module 'kafkajs/src/network/requestQueue' {
  /** The part of kafkajs's queue of one connection that the idle-timer patch touches. */
  export default class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
}
