import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { NameConflictAction } from '@tradewind/contract/drive/driveUpload.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import type { ClashQuestion } from './useUpload.ts'

const clashLabels: Record<NameConflictAction, string> = {
  REPLACE: phrase('Replace it'),
  KEEP: phrase('Keep both'),
  SKIP: phrase('Leave it out'),
}

const clashChoices = ['REPLACE', 'KEEP', 'SKIP'] as const

/** Number of names that are listed. The others get the choice that is made for all. */
const MAX_LISTED = 200

type TakenName = ClashQuestion['conflicts'][number]

/** Asks what to do with each file whose name is taken: one by one, or for all together. */
export const NameConflicts = ({ question: { conflicts, answer } }: { question: ClashQuestion }) => {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlyMap<string, NameConflictAction>>(
    new Map(conflicts.map(({ path }) => [path, 'KEEP'])),
  )
  const forAll = (clash: NameConflictAction) =>
    setChosen(new Map(conflicts.map(({ path, folder }) => [path, folder && clash === 'REPLACE' ? 'KEEP' : clash])))
  const count = conflicts.length
  return (
    <Dialog
      opened
      onClose={() => answer(null)}
      title={t('Some names are taken')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Cancel'), title: t('Cancel') }}
    >
      <Stack>
        <Text size="sm">
          {t('There is already {count} file of this name.|There are already {count} files of these names.', { count })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('The content of a replaced file goes to the trash for 30 days. If both are kept, the new file gets a number.')}
        </Text>
        {count > 1 && <ChooseForAll onChoose={forAll} />}
        <ClashList
          conflicts={conflicts}
          choices={chosen}
          onChoose={(path, clash) => setChosen(new Map([...chosen, [path, clash]]))}
        />
        <ButtonRow>
          <Button variant="default" onClick={() => answer(null)}>
            {t('Cancel')}
          </Button>
          <Button onClick={() => answer(chosen)} data-autofocus>
            {t('Upload')}
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  )
}

interface ClashListProps {
  conflicts: readonly TakenName[]
  choices: ReadonlyMap<string, NameConflictAction>
  onChoose: (path: string, clash: NameConflictAction) => void
}

const ClashList = ({ conflicts, choices, onChoose }: ClashListProps) => {
  const t = useText()
  return (
    <>
      <ScrollArea.Autosize mah={360} type="auto">
        <Table>
          <Table.Tbody>
            {conflicts.slice(0, MAX_LISTED).map((one) => (
              <ClashRow
                key={one.path}
                conflict={one}
                choice={choices.get(one.path) ?? 'KEEP'}
                onChoose={(clash) => onChoose(one.path, clash)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {conflicts.length > MAX_LISTED && (
        <Text size="sm" c="dimmed">
          {t('Your choice applies to {count} more.', { count: conflicts.length - MAX_LISTED })}
        </Text>
      )}
    </>
  )
}

const ChooseForAll = ({ onChoose }: { onChoose: (clash: NameConflictAction) => void }) => {
  const t = useText()
  return (
    <Group gap="xs" role="group" aria-label={t('For all')}>
      <Text size="sm" fw={600}>
        {t('For all')}
      </Text>
      {clashChoices.map((clash) => (
        <Button key={clash} size="compact-sm" variant="default" onClick={() => onChoose(clash)}>
          {t(clashLabels[clash])}
        </Button>
      ))}
    </Group>
  )
}

interface ClashRowProps {
  conflict: TakenName
  choice: NameConflictAction
  onChoose: (clash: NameConflictAction) => void
}

/** A file cannot replace a folder. */
const ClashRow = ({ conflict: { path, folder, size, updatedAt }, choice, onChoose }: ClashRowProps) => {
  const t = useText()
  const language = useLanguage()
  const offered = clashChoices.filter((clash) => !folder || clash !== 'REPLACE')
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {path}
        <Text size="xs" c="dimmed" component="div">
          {folder ? t('Folder') : formatBytes(size ?? 0, language)} · <Day at={updatedAt} precise />
        </Text>
      </Table.Td>
      <Table.Td w={180}>
        <NativeSelect
          aria-label={t('What to do with {name}', { name: path })}
          data={offered.map((clash) => ({ value: clash, label: t(clashLabels[clash]) }))}
          value={choice}
          onChange={(event) => onChoose(event.currentTarget.value as NameConflictAction)}
        />
      </Table.Td>
    </Table.Tr>
  )
}
