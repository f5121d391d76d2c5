import { ActionIcon, Button } from '@mantine/core'
import { type Icon, IconCalendarPlus, IconEdit, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { newReportPath, type Preset } from '#crm/subject'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Menu, Tooltip } from '#ui/page/floating'
import { useRecordActions } from '#ui/record/DetailPage'
import { RowMenu } from '#ui/record/RowMenu'

interface ActionBase {
  text: string
  icon: Icon
  /** The second key of the shortcut that opens its screen, as the feature's manifest names it: C R. On this page the shortcut does this instead. */
  createKey?: string
}

interface LinkAction extends ActionBase {
  to: string
}

/** A next step for a record: a link to a screen, or a function. */
export type NextAction = LinkAction | (ActionBase & { onClick: () => void })

type Acted = Parameters<typeof useRecordActions>[0]

interface RecordHeadProps extends Acted {
  /** The actions that the actor may do; the first one is the page's filled button. */
  next: readonly NextAction[]
}

/** The parameter of the address with which the tab of files opens its dialog for attaching. */
export const ATTACH = 'attach'

/** The actions for a record: one filled button, the others next to it, attaching, Edit and Delete as icons. On a phone all but the first are in a menu. */
export const RecordHead = ({ next: [main, ...others], ...record }: RecordHeadProps) => {
  const narrow = useIsNarrow()
  const attach = useAttachActions(record)
  const recordActions = useRecordActions(record)
  const hasMenu = others.length > 0 || attach.length > 0 || recordActions.editPath !== null || recordActions.remove !== null
  const mainButton = main && <ActionButton action={main} filled />
  if (narrow)
    return (
      <>
        {mainButton}
        {hasMenu && <ActionMenu name={record.name} others={[...others, ...attach]} {...recordActions} />}
      </>
    )
  return (
    <>
      <QuietActions attach={attach} {...recordActions} />
      {others.map((action) => (
        <ActionButton key={action.text} action={action} />
      ))}
      {mainButton}
    </>
  )
}

/** The link to the record's tab of files that opens the dialog for attaching, if the actor may attach files. */
const useAttachActions = ({ kind, policy, record }: Acted): LinkAction[] => {
  const t = useText()
  const actor = useActor()
  return useEntries()
    .recordTabs.filter(
      ({ kinds, attach }) => kinds.includes(kind) && attach && can(actor, attach) && can(actor, policy.update, record),
    )
    .map(({ key }) => ({ text: t('Attach File'), icon: IconPaperclip, to: `?tab=${key}&${ATTACH}=1` }))
}

type OwnActions = ReturnType<typeof useRecordActions>

const ActionButton = ({ action, filled = false }: { action: NextAction; filled?: boolean }) => {
  const { text, icon: Sign, createKey } = action
  const leftSection = <Sign size={16} aria-hidden />
  const buttonProps = { variant: filled ? 'filled' : 'default', leftSection, 'data-create': createKey }
  return 'to' in action ? (
    <Button component={Link} to={action.to} prefetch="intent" {...buttonProps}>
      {text}
    </Button>
  ) : (
    <Button onClick={action.onClick} {...buttonProps}>
      {text}
    </Button>
  )
}

const quiet = { variant: 'subtle', color: 'gray', size: 'lg' } as const

const QuietLink = ({ text, icon: Sign, to }: LinkAction) => (
  <Tooltip label={text}>
    <ActionIcon {...quiet} component={Link} to={to} prefetch="intent" aria-label={text}>
      <Sign size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

const QuietActions = ({ editPath, remove, attach }: OwnActions & { attach: readonly LinkAction[] }) => {
  const t = useText()
  return (
    <>
      {remove && (
        <Tooltip label={t('Delete')}>
          <ActionIcon {...quiet} aria-label={t('Delete')} onClick={remove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {editPath && <QuietLink text={t('Edit')} icon={IconEdit} to={editPath} />}
      {attach.map((action) => (
        <QuietLink key={action.text} {...action} />
      ))}
    </>
  )
}

const ActionMenu = ({ name, others, editPath, remove }: OwnActions & { name: string; others: readonly NextAction[] }) => {
  const t = useText()
  return (
    <RowMenu name={name}>
      {others.map((action) => (
        <ActionItem key={action.text} action={action} />
      ))}
      {editPath && (
        <Menu.Item component={Link} to={editPath} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      {remove && (
        <Menu.Item color="red" onClick={remove} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

const ActionItem = ({ action }: { action: NextAction }) => {
  const { text, icon: Sign } = action
  const leftSection = <Sign size={16} aria-hidden />
  return 'to' in action ? (
    <Menu.Item component={Link} to={action.to} leftSection={leftSection}>
      {text}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={action.onClick} leftSection={leftSection}>
      {text}
    </Menu.Item>
  )
}

/** The link to the meeting form with these records preset; null if the actor may not create reports. */
export const useNewReport = (...presets: Preset[]): NextAction | null => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), meetingReportPolicy.create)) return null
  return { text: t('New Report'), icon: IconCalendarPlus, to: at(newReportPath(...presets)), createKey: 'r' }
}
