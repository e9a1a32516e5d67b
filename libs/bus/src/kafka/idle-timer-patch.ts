import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * kafkajs 2.2.4 (frozen upstream) re-arms the timer of delayed requests every time it fires, also without delayed
 * requests: a permanent 1 ms timer on every idle connection, several percent of a core per process. The timer only
 * serves requests in `pending` (a throttle only matters to them), so it is not armed without any; `push` arms it again
 * as soon as a request has to wait. Remove this when kafkajs is replaced (only libs/bus imports it) or fixed;
 * idle-timer-patch.spec.ts fails if the patched file has changed.
 */
const armTimer = RequestQueue.prototype.scheduleCheckPendingRequests;

RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
  if (this.pending.length > 0) armTimer.call(this);
};
