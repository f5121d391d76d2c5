import { Skeleton, Stack } from '@mantine/core'
import { projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Navigate, useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { FailedRecord } from '#ui/record/FailedRecord'

export const handle = { name: phrase('Company in a project') }
export const clientLoader = guard({ rules: projectCompanyPolicy.see })

/** Redirects a link to a company in a project to the project's page, where the company is shown. */
export default function ProjectCompanyOpen() {
  const t = useText()
  const at = useArea()
  const { uniqueId } = useParams()
  const { data: projectCompany, error, refetch } = useRecord('projectCompany', uniqueId)
  if (projectCompany)
    return (
      <Navigate replace to={`${at(`project/show/${projectCompany.project.uniqueId}`)}?open=details.${projectCompany.uniqueId}`} />
    )
  const trail = [{ text: t('Projects'), path: 'project/list' }]
  if (error)
    return (
      <FailedRecord
        kind="projectCompany"
        failure={error}
        onRetry={refetch}
        screen="show"
        listTitle={t('Projects')}
        trail={trail}
      />
    )
  return (
    <Stack>
      <PageHeader title={t('Company in a project')} trail={trail} />
      <Skeleton height={220} />
    </Stack>
  )
}
