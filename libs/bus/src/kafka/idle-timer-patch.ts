import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * kafkajs 2.2.4 (frozen upstream) re-arms the timer that looks after delayed requests every time it fires, also when
 * nothing is delayed: a 1 ms timer for ever on every idle connection, several percent of a core per process. The timer
 * serves requests that wait in `pending` and nothing else (a throttle only matters to them), so without any it is not
 * armed; `push` arms it again as soon as a request has to wait. Remove this when kafkajs is replaced (it is imported in
 * libs/bus alone) or fixed; idle-timer-patch.spec.ts fails when the file that is patched has changed.
 */
const armTimer = RequestQueue.prototype.scheduleCheckPendingRequests;

RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
  if (this.pending.length > 0) armTimer.call(this);
};
