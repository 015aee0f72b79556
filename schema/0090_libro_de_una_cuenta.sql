-- 0090: the sums of months of one account are found by the account: what reads one account need not pass over all of them.
CREATE INDEX "ix_saldo_mensual__cuentaContableId" ON saldo_mensual (organizacion_id, cuenta_contable_id, ejercicio, mes);
