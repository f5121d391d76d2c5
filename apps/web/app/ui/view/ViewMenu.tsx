import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import { viewPolicy } from '@tradewind/contract/kit/view.policy'
import { useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useToast } from '#ui/page/toast'
import type { KindWithViews, ListView, View } from './useListView.ts'
import { useViewLabel, ViewTitle } from './ViewedList.tsx'
import styles from './view.module.css'

interface ViewMenuProps {
  kind: KindWithViews
  view: ListView
  onClose: () => void
}

const viewChanges = { changes: ['view'] } as const

/** The actions on views, each by its call; errors are shown as a toast. */
const useViewCalls = (kind: KindWithViews, { view, state, open, setCurrentView }: ListView) => {
  const toast = useToast()
  const [create, update] = [useSend('POST /api/view/', viewChanges), useSend('PATCH /api/view/', viewChanges)]
  const [remove, restore] = [
    useSend('DELETE /api/view/:uniqueId', viewChanges),
    useSend('PATCH /api/view/restore/:uniqueId', viewChanges),
  ]
  const setDefault = useSend('PATCH /api/view/default', viewChanges)
  const withErrorToast = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => toast.failure(failureOf(error)))
  }
  const change = (fields: Partial<Pick<View, 'visibility' | 'state'>>) =>
    withErrorToast(async () => toast.reply(await update.mutateAsync({ entity: kind, uniqueId: view!.uniqueId, ...fields })))
  return {
    save: () => change({ state }),
    share: () => change({ visibility: view!.visibility === 'SHARED' ? 'PRIVATE' : 'SHARED' }),
    /** Rejects on failure: the dialog shows the error. */
    rename: async (name: string) => void (await update.mutateAsync({ entity: kind, uniqueId: view!.uniqueId, name })),
    saveAs: async (name: string) => setCurrentView((await create.mutateAsync({ entity: kind, name, state })).data),
    makeDefault: () =>
      withErrorToast(() => setDefault.mutateAsync({ entity: kind, viewId: view && !view.isDefault ? view.uniqueId : null })),
    remove: (deletedView: View) =>
      withErrorToast(async () => {
        const reply = await remove.mutateAsync({ uniqueId: deletedView.uniqueId })
        open(undefined)
        const undo = async () => open((await restore.mutateAsync({ uniqueId: deletedView.uniqueId })).data)
        toast.reply(reply, () => void withErrorToast(undo))
      }),
  }
}

/** The views of a list, and actions for the current one. */
export const ViewMenu = ({ kind, view: listView, onClose }: ViewMenuProps) => {
  const t = useText()
  const calls = useViewCalls(kind, listView)
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const [isOpen, setOpen] = useState(true)
  // The click that asks for a name closes the menu.
  const isNaming = useRef(false)
  const askForName = (what: 'new' | 'rename') => {
    isNaming.current = true
    setNaming(what)
  }
  const { view, views, isEdited } = listView
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={280}
        shadow="md"
        onClose={() => !isNaming.current && onClose()}
      >
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-md"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={useViewLabel(listView)}
          >
            <ViewTitle view={view} isEdited={isEdited} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          <Menu.Item leftSection={<CheckMark isSelected={!view} />} onClick={() => listView.open(undefined)}>
            {t('All records')}
          </Menu.Item>
          {views.map((one) => (
            <Menu.Item
              key={one.uniqueId}
              leftSection={<CheckMark isSelected={one.uniqueId === view?.uniqueId} />}
              rightSection={<ViewBadges of={one} />}
              onClick={() => listView.open(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {view && isEdited && view.mayChange && <Menu.Item onClick={() => void calls.save()}>{t('Save')}</Menu.Item>}
          <Menu.Item onClick={() => askForName('new')}>{t('Save as…')}</Menu.Item>
          {view && <ViewActions view={view} calls={calls} onRename={() => askForName('rename')} />}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          title={naming === 'new' ? t('Save this view') : t('Rename the view')}
          name={naming === 'rename' ? (view?.name ?? '') : ''}
          onSave={naming === 'new' ? calls.saveAs : calls.rename}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface ViewActionsProps {
  view: View
  calls: ReturnType<typeof useViewCalls>
  onRename: () => void
}

const ViewActions = ({ view, calls, onRename }: ViewActionsProps) => {
  const t = useText()
  const mayShare = can(useActor(), viewPolicy.share)
  return (
    <>
      {view.mayChange && <Menu.Item onClick={onRename}>{t('Rename…')}</Menu.Item>}
      {view.mayChange && mayShare && (
        <Menu.Item onClick={() => void calls.share()}>
          {view.visibility === 'SHARED' ? t('Make private') : t('Share with everyone')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void calls.makeDefault()}>
        {view.isDefault ? t('Do not use as the default view') : t('Use as the default view')}
      </Menu.Item>
      {view.mayChange && (
        <Menu.Item color="red" onClick={() => void calls.remove(view)}>
          {t('Delete')}
        </Menu.Item>
      )}
    </>
  )
}

const CheckMark = ({ isSelected }: { isSelected: boolean }) => (
  <span aria-hidden className={styles.mark}>
    {isSelected && '✓'}
  </span>
)

const ViewBadges = ({ of }: { of: View }) => {
  const t = useText()
  return (
    <>
      {of.isDefault && (
        <span role="img" aria-label={t('This is the default view')} title={t('This is the default view')}>
          ★
        </span>
      )}
      {of.visibility === 'SHARED' && (
        <Text span size="xs" c="dimmed" ms={6}>
          {t('Shared')}
        </Text>
      )}
    </>
  )
}

interface NameDialogProps {
  title: string
  name: string
  /** Rejects if the server rejects the name. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view. */
const NameDialog = ({ title, name, onSave, onClose }: NameDialogProps) => {
  const t = useText()
  const [typed, setTyped] = useState(name)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const save = async () => {
    setSending(true)
    await onSave(typed).then(onClose, (error: unknown) => {
      const { message, data } = failureOf(error)
      setFault(t((data as { name?: string } | null)?.name ?? message))
      setSending(false)
    })
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!typed.trim()) setFault(t('Name is required'))
    else if (!isSending) void save()
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t('Name')}
            data-autofocus
            required
            maxLength={80}
            value={typed}
            error={fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
