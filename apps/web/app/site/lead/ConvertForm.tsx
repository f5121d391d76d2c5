import { Box, Button, Group, LoadingOverlay, Stack } from '@mantine/core'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { Link } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { Restored } from '#ui/form/Restored'
import { Card } from '#ui/page/Card'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { CompanyPart } from './CompanyPart.tsx'
import { ContactPart } from './ContactPart.tsx'
import { fieldsOf, labelsIn } from './fields.ts'
import { useTurning } from './useTurning.ts'

export const ConvertForm = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const turning = useTurning(lead)
  const { failure, isRestored, isPending, discard, submit } = turning
  const field = fieldsOf(t, turning)
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Box pos="relative" maw={720}>
      <LoadingOverlay visible={isPending} />
      <form noValidate onSubmit={send}>
        <Stack>
          {isRestored && <Restored onDiscard={discard} />}
          {failure && <ErrorSummary failure={failure} labels={labelsIn(t)} />}
          <Card title={t('Company')}>
            <CompanyPart field={field} />
          </Card>
          <Card title={t('Contact')}>
            <ContactPart field={field} />
          </Card>
          <Group>
            <Button type="submit">{t('Make company and contact')}</Button>
            <Button component={Link} to={at(pathOf('lead', `show/${lead.uniqueId}`))} variant="default">
              {t('Cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Box>
  )
}
