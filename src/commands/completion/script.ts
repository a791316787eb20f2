import { script } from '@bomb.sh/tab';

/** Prints the script that has a shell ask this program what comes next. */
export function printScript(name: string, shell: string): void {
  if (shell === 'bash') process.stdout.write(bashScript(name));
  else script(shell, name, name);
}

/**
 * For bash, a script of our own: that of the library needs another package, and runs what was typed (`$(…)`) when TAB is
 * pressed. Bash 3.2, as macOS has it, is enough.
 */
function bashScript(name: string): string {
  const own = `_${name.replaceAll('-', '_')}`;
  return `# bash completion for ${name}
${own}() {
  local -a words=()
  local word last=-1 goes_on=0
  # To bash, a word ends at : and =. Here it does not.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $last -ge 0 && ( $goes_on = 1 || $word = [:=]* ) ]]; then
      words[last]="\${words[last]}$word"
    else
      last=$((last + 1))
      words[last]=$word
    fi
    goes_on=0
    [[ $word = *[:=] ]] && goes_on=1
  done
  local typed=\${words[last]} before=
  [[ $typed = *[:=]* ]] && before=\${typed%"\${typed##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [[ -z $word || $word = :* ]] && continue
    [[ $typed = --*=* ]] && word=\${typed%%=*}=$word
    [[ $word = "$typed"* ]] && COMPREPLY+=("\${word#"$before"}")
  done < <(${name} complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F ${own} ${name}
`;
}
