# Completions of velo-sync for fish: velo-sync itself says what can follow.

function __velo_sync_complete
    set -l call (commandline -opc)
    set -l typed (commandline -ct)
    set -l option (string match -r -- '^--[^=]*=' $typed)
    set -l path (string replace -r -- '^--[^=]*=' '' $typed)
    for line in ($call[1] __complete $call[2..] "$typed" 2>/dev/null </dev/null)
        switch $line
            case :files
                string replace -r -- '^' "$option" (__fish_complete_path "$path")
            case :folders
                string replace -r -- '^' "$option" (__fish_complete_directories "$path")
            case ':program *'
                set -l first (math 1 + (string replace ':program ' '' $line))
                complete -C (string join ' ' -- (string escape -- $call[$first..]) $typed)
            case '*'
                echo $line
        end
    end
end

complete -c velo-sync -f -a '(__velo_sync_complete)'
