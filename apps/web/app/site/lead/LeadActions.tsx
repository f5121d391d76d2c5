import { Button } from '@mantine/core'
import { IconBuildingPlus, IconChartRadar, IconTrash } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { Link, useNavigate } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/HeaderButton'
import { useRemoval } from '#ui/record/useRemoval'
import { nameOf, resultOf } from './lead.words.ts'

/** The way to its result, to a company and contact, and to the trash. */
export const LeadActions = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const navigate = useNavigate()
  const remove = useRemoval('lead')
  const removeAndLeave = async () => {
    if (await remove(lead.uniqueId, nameOf(lead))) await navigate(at('leads'))
  }
  return (
    <>
      {can(actor, leadPolicy.remove) && (
        <HeaderButton icon={IconTrash} onClick={() => void removeAndLeave()}>
          {t('Delete')}
        </HeaderButton>
      )}
      {lead.hasAnswers && (
        <Button component={Link} to={resultOf(lead)} variant="default" leftSection={<IconChartRadar size={16} aria-hidden />}>
          {t('View')}
        </Button>
      )}
      {!lead.contact && can(actor, leadPolicy.convert) && (
        <Button
          component={Link}
          to={at(`lead/convert/${lead.uniqueId}`)}
          leftSection={<IconBuildingPlus size={16} aria-hidden />}
        >
          {t('To company and contact')}
        </Button>
      )}
    </>
  )
}
