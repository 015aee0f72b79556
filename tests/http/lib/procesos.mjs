// lanzar: a program that ends with the test that started it. The kernel ends it, also after SIGTERM or SIGKILL, when no handler of the test runs.
import { spawn } from 'node:child_process';

// nginx gets TERM, so that its workers end too.
export const lanzar = (programa, argumentos, opciones, senal = 'KILL') => spawn('setpriv', ['--pdeathsig', senal, programa, ...argumentos], opciones);
