import { leadApi } from '@tradewind/contract/lead/lead.contract'
import { leadPolicy } from '@tradewind/contract/lead/lead.policy'
import { each } from '#kit/database/list'
import type { Database } from '#kit/database/database'
import type { Reading } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { allRows, crud } from '#kit/record/crud'
import { downloading, type Tickets } from '#kit/record/export'
import { history } from '#kit/record/history'
import { joined } from '#kit/record/joined'
import { convert } from './lead.convert.ts'
import { leadColumns, withOthers } from './lead.reading.ts'
import { leadKind } from './lead.table.ts'

const { list, get } = joined(leadKind, withOthers)

const download = {
  path: '/api/lead/export',
  rules: leadPolicy.export,
  kind: 'lead',
  title: 'Leads',
  columns: () => leadColumns,
  rows: (asked: object, context: Reading) =>
    each(allRows(leadKind, leadPolicy.export, asked, context), (rows) => withOthers(rows, context)),
}

export const leadRoutes = (house: { db: Database; tickets: Tickets }) =>
  routes(leadApi, {
    list,
    get,
    remove: crud(leadKind).remove,
    convert,
    history: history(leadKind, leadApi.history.who),
    ...downloading(download, house),
  })
