#!/bin/bash
# copia.sh - copia de seguridad de la ferretería
# autor: ⟦person|Bonifacio Rejas⟧   tel ⟦contact|976 55 50 17⟧
set -euo pipefail
ORIGEN="/home/⟦id|brejas⟧/facturas"
DESTINO="⟦id|brejas⟧@⟦id|198.51.100.77⟧:/copias"
# OJO: no borrar la carpeta de ⟦person|Visitación⟧ (la asesora), la usa para el IVA
rsync -av --delete --exclude "visi/" "$ORIGEN" "$DESTINO"
echo "Copia terminada: $(date +%F)" >> /var/log/copia.log
