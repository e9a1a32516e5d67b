/**
 * A process that dies at its nth operation. Everything that it uses goes through `mortal`: the nth call and all later
 * ones fail. `late`: the nth call took effect and its answer was lost.
 */
export const dieAt = (nth: number, late: boolean) => {
  let operations = 0;
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name: keyof T & string) {
        const operation = object[name];
        if (typeof operation !== 'function') return operation;
        return async (...given: unknown[]) => {
          operations++;
          if (operations > nth || (operations === nth && !late)) throw new Error('killed');
          const answer: unknown = await operation.apply(object, given);
          if (operations >= nth) throw new Error('killed');
          return answer;
        };
      },
    });
  return { mortal, wasKilled: () => operations >= nth };
};
