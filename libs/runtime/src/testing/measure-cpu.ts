/**
 * The CPU time of this process during `work`, ms. It does not grow when other work shares the machine, or when a
 * container has a part of a core.
 */
export const measureCpu = async (work: () => unknown): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};
