# -*- coding: utf-8 -*-
# Cálculo de turnos del comedor. Hecho por ⟦person|Renata Ibáñez⟧ (⟦id|@renata_ib⟧)
# Última revisión: ⟦date|28 de agosto de 2023⟧
from datetime import date, timedelta

VOLUNTARIOS = ["⟦person|Genaro⟧", "⟦person|Itziar⟧", "⟦person|Doña Chelo⟧"]


def turno(dia: date) -> str:
    """Devuelve a quién le toca. Lanza ValueError si es domingo."""
    if dia.weekday() == 6:
        raise ValueError("cerrado")
    return VOLUNTARIOS[dia.toordinal() % len(VOLUNTARIOS)]


# ⟦person|Genaro⟧ (⟦age|71⟧) no puede cargar cajas, darle siempre la caja registradora
print(turno(date.today() + timedelta(days=1)))
