// Programs that end with the tests that started them, however those end: the kernel sees to it, also after SIGTERM or SIGKILL, when no
// handler of ours runs.
import { spawn } from 'node:child_process';

// Nginx is asked with TERM, so that its workers end too.
export const lanzar = (programa, argumentos, opciones, senal = 'KILL') => spawn('setpriv', ['--pdeathsig', senal, programa, ...argumentos], opciones);
