import { useId } from 'react'
import { enterStays } from '#kit/browser/enter'

interface ChoiceFieldProps {
  label: string
  name: string
  /** Stands there while nothing is chosen. */
  none: string
  options: readonly (readonly [value: string, text: string])[]
  error?: string | undefined
}

export const ChoiceField = ({ label, name, none, options, error }: ChoiceFieldProps) => {
  const id = useId()
  return (
    <div className="seek-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onKeyDown={enterStays}
        name={name}
        defaultValue=""
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      >
        <option value="">{none}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="seek-error">
          {error}
        </p>
      )}
    </div>
  )
}
