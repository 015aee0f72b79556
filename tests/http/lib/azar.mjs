// azarCon (mulberry32): the same draws for the same seed. `de` names who draws and for which purpose: each gets its own generator, so that its draws
// do not move those of another. azar(n) is a whole number below n, azar() a fraction below 1.
export function azarCon(semilla, ...de) {
  for (const parte of de) semilla = azarCon(semilla + parte)(2 ** 32);
  return n => {
    semilla = (semilla + 0x6d2b79f5) | 0;
    let t = Math.imul(semilla ^ (semilla >>> 15), 1 | semilla);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    t = (t ^ (t >>> 14)) >>> 0;
    return n === undefined ? t / 2 ** 32 : t % n;
  };
}
