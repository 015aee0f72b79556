"""A company with customers, products and sales in a fresh Tryton database, made with its own scripting client. Prints what it made."""
import json, sys
from decimal import Decimal

from proteus import Model, config
from trytond.modules.account.tests.tools import create_chart, create_fiscalyear, get_accounts
from trytond.modules.account_invoice.tests.tools import set_fiscalyear_invoice_sequences
from trytond.modules.company.tests.tools import create_company, get_company

config.set_trytond(sys.argv[1], config_file=sys.argv[2])
create_company()
company = get_company()
set_fiscalyear_invoice_sequences(create_fiscalyear(company)).click("create_period")
create_chart(company)
accounts = get_accounts(company)


def make(model, **values):
    record = Model.get(model)(**values)
    record.save()
    return record


customer = make("party.party", name="Cliente")
category = make("product.category", name="Todo", accounting=True, account_revenue=accounts["revenue"], account_expense=accounts["expense"])
unit, = Model.get("product.uom").find([("name", "=", "Unit")])
products = [make("product.template", name=f"Producto {i}", default_uom=unit, type="goods", salable=True, list_price=Decimal(100), account_category=category).products[0] for i in range(5)]
term = Model.get("account.invoice.payment_term")(name="Contado")
term.lines.new(type="remainder")
term.save()
sales = []
for _ in range(20):
    sale = Model.get("sale.sale")(party=customer, payment_term=term)
    for product in products:
        line = sale.lines.new()
        line.product, line.quantity = Model.get("product.product")(product.id), 1.0
    sale.save()
    sales.append({"id": sale.id, "partidas": [line.id for line in sale.lines]})
print(json.dumps({"empresa": company.id, "moneda": company.currency.id, "cliente": customer.id, "plazo": term.id, "unidad": unit.id, "productos": [p.id for p in products], "ventas": sales}))
