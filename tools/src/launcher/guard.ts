import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends the children of the launcher after the launcher has died. Reads lines `+ PID`, `- PID`, `c CONTAINER`, `f FILE`
 * and acts when its input closes: removes the files, terminates the processes, then kills them. A shell script: small,
 * independent of setpriv, and unaffected by signals to the launcher.
 */
const SCRIPT = `
trap '' INT HUP TERM
pids=' '; containers=''; asked=no
while read -r op what; do
  case $op in
    +) pids="$pids$what " ;;
    -) pids=$(printf '%s' "$pids" | sed "s/ $what / /") ;;
    c) containers="$containers $what" ;;
    f) file=$what ;;
    q) asked=yes ;;
  esac
done
[ "$asked" = yes ] && exit 0
[ -n "$file" ] && rm -f "$file"
[ "$pids" != ' ' ] && kill -TERM $pids 2>/dev/null
[ -n "$containers" ] && docker rm -f $containers >/dev/null 2>&1
for i in 1 2 3 4 5 6 7 8 9 10; do
  alive=no
  for pid in $pids; do kill -0 $pid 2>/dev/null && alive=yes; done
  [ $alive = no ] && exit 0
  sleep 1
done
kill -KILL $pids 2>/dev/null
`;

/** Processes, containers and files that the guard removes after the launcher. */
export type Guard = Readonly<ReturnType<typeof startGuard>>;

/** Starts the guard. When the launcher dies, it removes `file`: a dead stack must not look like a running one. */
export function startGuard(file: string) {
  const pids = new Set<number>();
  const containers = new Set<string>();
  let closing = false;
  let child: ChildProcess;

  const send = (line: string): void => {
    child.stdin?.write(`${line}\n`);
  };
  const start = (): void => {
    child = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    child.stdin?.on('error', () => undefined);
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (!closing) setTimeout(start, 200).unref();
    });
    send(`f ${file}`);
    for (const pid of pids) send(`+ ${pid}`);
    for (const id of containers) send(`c ${id}`);
    child.unref();
  };
  start();
  return {
    addProcess(pid: number): void {
      pids.add(pid);
      send(`+ ${pid}`);
    },
    removeProcess(pid: number): void {
      pids.delete(pid);
      send(`- ${pid}`);
    },
    addContainer(id: string): void {
      containers.add(id);
      send(`c ${id}`);
    },
    /** Ends the guard after an orderly stop. */
    close(): void {
      closing = true;
      send('q');
      child.stdin?.end();
    },
  };
}
