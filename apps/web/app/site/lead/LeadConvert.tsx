import { Stack } from '@mantine/core'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { useParams } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { phrase, useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { Read } from '#ui/page/Read'
import { Panel } from '#ui/record/DetailPage'
import { ConvertForm } from './ConvertForm.tsx'
import { nameOf } from './lead.words.ts'
import { LeadFacts } from './LeadFacts.tsx'

export const handle = { name: phrase('To company and contact') }
export const clientLoader = guard({ rules: leadPolicy.convert })

/** Turns a lead into a company and a contact of it, in one step. One that was turned already says into what. */
export default function LeadConvert() {
  const t = useText()
  const { uniqueId } = useParams()
  const read = useRecord('lead', uniqueId)
  return (
    <Stack>
      <PageHeader
        title={t('To company and contact')}
        trail={trailTo(t('Leads'), read.data)}
        loading={!read.data && !read.error}
      />
      <Read of={read} height={420}>
        {(lead) =>
          lead.contact ? (
            <Panel>
              <LeadFacts lead={lead} />
            </Panel>
          ) : (
            <ConvertForm key={lead.uniqueId} lead={lead} />
          )
        }
      </Read>
    </Stack>
  )
}

const trailTo = (leads: string, lead: Lead | undefined) => [
  { text: leads, path: pathOf('lead', 'list') },
  ...(lead ? [{ text: nameOf(lead), path: pathOf('lead', `show/${lead.uniqueId}`) }] : []),
]
